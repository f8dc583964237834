import { AxisBottom } from '@visx/axis';
import { GridColumns } from '@visx/grid';
import { useParentSize } from '@visx/responsive';
import { scaleBand, scaleLinear } from '@visx/scale';
import { BarRounded } from '@visx/shape';
import { numberLocale } from '../../language/language.ts';
import { t } from '../../language/text.ts';
import { type BarsProps, valueText } from './bar.ts';
import { BarLink, onBarKey } from './bar-link.tsx';
import styles from './charts.module.css';

const rowHeight = 34;
const edge = { top: 2, right: 12, bottom: 44 } as const;
/** Width of the names on the left, beside the room for numbers after the bars. */
const namesWidth = (width: number): number => Math.min(180, width * 0.36);
/** Width of a digit or letter of a number; a little more than the font needs. */
const letterWidth = 8.2;
const leastNumbersWidth = 40;

/** Chart with one row per value, from top to bottom, each with its name and number. */
export function RowChart({ bars, unit, each }: BarsProps) {
  const { parentRef, width } = useParentSize({ debounceTime: 40 });
  return (
    <div ref={parentRef} className={styles.room} style={{ height: bars.length * rowHeight + edge.top + edge.bottom }}>
      {width > 0 && <Rows bars={bars} unit={unit} each={each} width={width} />}
    </div>
  );
}

function Rows({ bars, unit, each, width }: BarsProps & { readonly width: number }) {
  const left = namesWidth(width);
  const base = edge.top + bars.length * rowHeight;
  const longest = Math.max(...bars.map((bar) => valueText(bar).length));
  const numbersWidth = Math.max(leastNumbersWidth, 12 + longest * letterWidth);
  const isWhole = bars.every(({ value }) => Number.isInteger(value));
  const most = Math.max(isWhole ? 1 : 0, ...bars.map(({ value }) => value));
  const y = scaleBand<string>({ domain: bars.map(({ key }) => key), range: [edge.top, base], padding: 0.36 });
  const x = scaleLinear<number>({ domain: [0, most], range: [left, width - edge.right - numbersWidth] });
  const ticks = x
    .ticks(Math.max(2, Math.floor((width - left) / 90)))
    .filter((tick) => !isWhole || Number.isInteger(tick));
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is not drawn in SVG
    <svg
      width={width}
      height={base + edge.bottom}
      role="group"
      aria-label={t('{unit} by {each}, a chart', { unit, each: each.toLowerCase() })}
      className={styles.chart}
      onKeyDown={onBarKey}
    >
      <GridColumns scale={x} tickValues={ticks} top={edge.top} height={base - edge.top} stroke="" />
      <g aria-hidden>
        <AxisBottom
          scale={x}
          top={base}
          tickValues={ticks}
          tickFormat={(value) => Number(value).toLocaleString(numberLocale, { maximumFractionDigits: 4 })}
          label={unit}
          labelOffset={8}
          labelClassName={styles.name as string}
          hideTicks={true}
          axisLineClassName={styles.line as string}
          tickClassName={styles.tick as string}
          tickLabelProps={bottomLabel}
        />
      </g>
      {bars.map((bar, index) => {
        const top = y(bar.key) ?? 0;
        const middle = top + y.bandwidth() / 2;
        const end = x(bar.value);
        return (
          <BarLink key={bar.key} bar={bar} unit={unit} isStop={index === 0}>
            <rect x={0} y={middle - rowHeight / 2} width={width} height={rowHeight} className={styles.hit} />
            <foreignObject x={0} y={middle - rowHeight / 2} width={left - 8} height={rowHeight} aria-hidden>
              <div className={styles.label}>{bar.tick}</div>
            </foreignObject>{' '}
            <BarRounded
              x={left}
              y={top}
              width={bar.value === 0 ? 0 : Math.max(2, end - left)}
              height={y.bandwidth()}
              radius={4}
              right={true}
              className={styles.shape as string}
            />
            <text x={end + 8} y={middle} dy="0.32em" className={styles.value} aria-hidden>
              {valueText(bar)}
            </text>
          </BarLink>
        );
      })}
    </svg>
  );
}

const bottomLabel = { textAnchor: 'middle', dy: 4, fill: '', fontSize: '', fontFamily: '' } as const;
