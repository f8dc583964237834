import { t } from '../../language/text.ts';
import { Link } from '../../shared/navigation/router.tsx';

/** The way back to the list. */
export const allAgents = <Link href="/agents">{t('All agents')}</Link>;
