import { AxisBottom, AxisLeft } from '@visx/axis';
import { GridRows } from '@visx/grid';
import { useParentSize } from '@visx/responsive';
import { scaleBand, scaleLinear } from '@visx/scale';
import { BarRounded } from '@visx/shape';
import { numberLocale } from '../../language/language.ts';
import { t } from '../../language/text.ts';
import type { BarsProps } from './bar.ts';
import { BarLink, onBarKey } from './bar-link.tsx';
import styles from './charts.module.css';

const height = 240;
const room = { top: 22, right: 20, bottom: 46 } as const;
const letterWidth = 7.4;
const leastTickWidth = 46;
const widestColumn = 56;
const digits = { maximumFractionDigits: 4 } as const;
/** Below this column width, numbers above the bars would touch. */
const leastNumberWidth = 26;

/** Chart with one column per value, from left to right. */
export function ColumnChart({ bars, unit, each }: BarsProps) {
  const { parentRef, width } = useParentSize({ debounceTime: 40 });
  return (
    <div ref={parentRef} className={styles.room} style={{ height }}>
      {width > 0 && <Columns bars={bars} unit={unit} each={each} width={width} />}
    </div>
  );
}

function Columns({ bars, unit, each, width }: BarsProps & { readonly width: number }) {
  const isWhole = bars.every(({ value }) => Number.isInteger(value));
  const most = Math.max(isWhole ? 1 : 0, ...bars.map(({ value }) => value));
  const longest = most.toLocaleString(numberLocale, digits).length;
  const edge = { ...room, left: 34 + Math.max(2, longest) * letterWidth };
  const x = scaleBand<string>({
    domain: bars.map(({ key }) => key),
    range: [edge.left, width - edge.right],
    padding: 0.24,
  });
  const y = scaleLinear<number>({ domain: [0, most], range: [height - edge.bottom, edge.top], nice: 4 });
  const ticks = y.ticks(4).filter((tick) => !isWhole || Number.isInteger(tick));
  const tickWidth = Math.max(leastTickWidth, ...bars.map(({ tick }) => (tick.length + 2) * letterWidth));
  const every = Math.ceil((tickWidth * bars.length) / Math.max(1, width - edge.left - edge.right));
  const shown = bars.filter((_, index) => (bars.length - 1 - index) % every === 0);
  const named = new Map(bars.map(({ key, tick }) => [key, tick]));
  const base = y(0);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is not drawn in SVG
    <svg
      width={width}
      height={height}
      role="group"
      aria-label={t('{unit} by {each}, a chart', { unit, each: each.toLowerCase() })}
      className={styles.chart}
      onKeyDown={onBarKey}
    >
      <GridRows scale={y} tickValues={ticks} left={edge.left} width={width - edge.left - edge.right} stroke="" />
      <g aria-hidden>
        <AxisLeft
          scale={y}
          left={edge.left}
          tickValues={ticks}
          tickFormat={(value) => Number(value).toLocaleString(numberLocale, digits)}
          label={unit}
          labelOffset={edge.left - 22}
          labelClassName={styles.name as string}
          hideAxisLine={true}
          hideTicks={true}
          tickClassName={styles.tick as string}
          tickLabelProps={leftLabel}
        />
        <AxisBottom
          scale={x}
          top={base}
          tickValues={shown.map(({ key }) => key)}
          tickFormat={(key) => named.get(key) ?? key}
          label={each}
          labelOffset={8}
          labelClassName={styles.name as string}
          hideTicks={true}
          axisLineClassName={styles.line as string}
          tickClassName={styles.tick as string}
          tickLabelProps={bottomLabel}
        />
      </g>
      {bars.map((bar, index) => {
        const wide = Math.min(widestColumn, x.bandwidth());
        const left = (x(bar.key) ?? 0) + (x.bandwidth() - wide) / 2;
        const top = y(bar.value);
        return (
          <BarLink key={bar.key} bar={bar} unit={unit} isStop={index === bars.length - 1}>
            <rect
              x={left + (wide - x.step()) / 2}
              y={edge.top - 18}
              width={x.step()}
              height={base - edge.top + 18}
              className={styles.hit}
            />
            <BarRounded
              x={left}
              y={top}
              width={wide}
              height={base - top}
              radius={4}
              top={true}
              className={styles.shape as string}
            />
            {bar.value > 0 &&
              x.step() >=
                Math.max(leastNumberWidth, bar.value.toLocaleString(numberLocale, digits).length * letterWidth) && (
                <text x={left + wide / 2} y={top - 6} textAnchor="middle" className={styles.value} aria-hidden>
                  {bar.value.toLocaleString(numberLocale, digits)}
                </text>
              )}
          </BarLink>
        );
      })}
    </svg>
  );
}

const leftLabel = { textAnchor: 'end', dx: -6, dy: '0.32em', fill: '', fontSize: '', fontFamily: '' } as const;
const bottomLabel = { textAnchor: 'middle', dy: 4, fill: '', fontSize: '', fontFamily: '' } as const;
