import type { KeyboardEvent, ReactNode } from 'react';
import { Link } from '../navigation/router.tsx';
import { type Bar, spokenText } from './bar.ts';
import styles from './charts.module.css';

interface BarLinkProps {
  readonly bar: Bar;
  readonly unit: string;
  /** Whether this bar is the chart's tab stop. Arrow keys lead to the other bars. */
  readonly isStop: boolean;
  readonly children: ReactNode;
}

/** A bar that links to its page. */
export function BarLink({ bar, unit, isStop, children }: BarLinkProps) {
  const label = spokenText(bar, unit);
  if (bar.href === undefined)
    return (
      <g className={styles.bar} data-tone={bar.tone}>
        <title>{label}</title>
        {children}
      </g>
    );
  return (
    <Link
      href={bar.href}
      aria-label={label}
      className={styles.bar as string}
      data-tone={bar.tone}
      tabIndex={isStop ? 0 : -1}
    >
      <title>{label}</title>
      {children}
    </Link>
  );
}

const steps: Readonly<Record<string, (at: number, last: number) => number>> = {
  ArrowRight: (at) => at + 1,
  ArrowDown: (at) => at + 1,
  ArrowLeft: (at) => at - 1,
  ArrowUp: (at) => at - 1,
  Home: () => 0,
  End: (_, last) => last,
};

/** Moves the focus among the bars of a chart. */
export function onBarKey(event: KeyboardEvent<SVGSVGElement>): void {
  const step = steps[event.key];
  if (step === undefined || event.metaKey || event.ctrlKey || event.altKey) return;
  const links = [...event.currentTarget.querySelectorAll<SVGAElement>('a')];
  const at = links.indexOf(event.target as SVGAElement);
  const next = links[step(at, links.length - 1)];
  if (at === -1 || next === undefined) return;
  event.preventDefault();
  for (const link of links) link.setAttribute('tabindex', link === next ? '0' : '-1');
  next.focus();
}
