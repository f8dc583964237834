import type { MouseEvent, ReactNode } from 'react';
import type { Reading } from '../../server/answers.ts';
import { hrefOf, type Shown } from './source-place.ts';

interface PlaceLinkProps {
  readonly reading: Pick<Reading, 'kind' | 'uuid'>;
  readonly place: Shown;
  readonly onShow: (place: Shown) => void;
  readonly children: ReactNode;
}

/** Link to a position in the content beside it. With a modifier key, it opens in another tab. */
export function PlaceLink({ reading, place, onShow, children }: PlaceLinkProps) {
  const follow = (event: MouseEvent): void => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    onShow({ ...place });
  };
  return (
    <a href={hrefOf(reading, place)} onClick={follow}>
      {children}
    </a>
  );
}
