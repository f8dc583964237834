import type { ReactNode } from 'react';
import styles from './facts.module.css';

/** A name with its value. */
export type Fact = readonly [name: string, value: ReactNode];

/** List of names and values. Facts without a value are left out. */
export const Facts = ({ facts }: { readonly facts: readonly Fact[] }) => (
  <dl className={styles.facts}>
    {facts.map(([name, value]) =>
      value ? (
        <div key={name}>
          <dt className="quiet">{name}</dt>
          <dd className="figures">{value}</dd>
        </div>
      ) : null,
    )}
  </dl>
);
