import { getRouteApi } from '@tanstack/react-router';
import { Service } from '#widgets/chat/service.tsx';

const route = getRouteApi('/pages/user/service');

/** Customer service: one's conversations, or the one that the address names. */
export default function ServicePage() {
  const { id } = route.useSearch();
  return <Service path="/pages/user/service" id={id} />;
}
