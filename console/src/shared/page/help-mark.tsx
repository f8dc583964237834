import { t } from '../../language/text.ts';

/** Documents of the server that explain a page. */
export type HelpPage =
  | 'agent-files'
  | 'analysis'
  | 'campaigns'
  | 'coaching'
  | 'documents-and-audio'
  | 'operating'
  | 'phones'
  | 'telephony'
  | 'tools'
  | 'voices'
  | 'webhooks';

interface HelpMarkProps {
  readonly page: HelpPage;
  /** What is explained, for screen readers. */
  readonly about: string;
}

/** A question mark beside a word, which opens its explanation in another tab. */
export const HelpMark = ({ page, about }: HelpMarkProps) => (
  <a
    href={`/help/${page}`}
    target="_blank"
    rel="noreferrer"
    className="help-mark"
    aria-label={t('Help: {about}', { about })}
  >
    ?
  </a>
);
