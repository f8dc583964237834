import { rich, t } from '../language/text.ts';
import { Link } from '../shared/navigation/router.tsx';
import { PageHeading } from '../shared/page/page-heading.tsx';

/** Shown at addresses that no page has. */
export const LostPage = () => (
  <PageHeading
    title={t('Page not found')}
    lead={rich('Nothing exists at this address. {link} or {link2}.', {
      link: <Link href="/test-call">{t('Make a test call')}</Link>,
      link2: <Link href="/calls">{t('look at the calls')}</Link>,
    })}
  />
);
