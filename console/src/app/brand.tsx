import { t } from '../language/text.ts';
import { Link } from '../shared/navigation/router.tsx';
import styles from './shell.module.css';

/** Product name, linked to the home page. */
export const Brand = ({ onFollow }: { readonly onFollow?: () => void }) => (
  <Link href="/" className={styles.brand} aria-label={t('Parley, home')} {...(onFollow && { onClick: onFollow })}>
    <img src="/icon.svg" alt="" width={28} height={28} />
    <span className={styles.brandName}>Parley</span>
  </Link>
);
