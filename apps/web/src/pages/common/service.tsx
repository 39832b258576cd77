import { getRouteApi } from '@tanstack/react-router';
import { Service } from '#widgets/chat/service.tsx';

const route = getRouteApi('/pages/common/service');

/** Customer service: one's conversations, or the one that the address names. */
export default function ServicePage() {
  const { id } = route.useSearch();
  return <Service path="/pages/common/service" id={id} />;
}
