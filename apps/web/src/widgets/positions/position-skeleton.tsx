import { SkeletonRows, SkeletonTile } from '#ui/feedback/skeleton.tsx';

/** How often positions are read again while they are seen. */
export const POSITIONS_EVERY_MS = 30_000;

/** The shape of a list of positions while its answer is on the way. */
export function PositionSkeleton() {
  return (
    <>
      <div className="px-4 pt-4 pb-2">
        <SkeletonTile height={152} />
      </div>
      <SkeletonRows count={4} />
    </>
  );
}
