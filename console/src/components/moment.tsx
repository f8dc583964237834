import { dateAndTime } from './figures.ts';

/** In the reader's zone; in UTC for who points at it. */
export const Moment = ({ iso }: { readonly iso: string }) => (
  <time dateTime={iso} title={`${iso.slice(0, 19).replace('T', ' ')} UTC`} className="moment">
    {dateAndTime(iso)}
  </time>
);
