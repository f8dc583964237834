import { dateAndTime } from './figures.ts';

/** A time in the reader's time zone, and in UTC on hover. */
export const Moment = ({ iso }: { readonly iso: string }) => (
  <time dateTime={iso} title={`${iso.slice(0, 19).replace('T', ' ')} UTC`} className="moment">
    {dateAndTime(iso)}
  </time>
);
