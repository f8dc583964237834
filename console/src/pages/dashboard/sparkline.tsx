const width = 96;
const height = 28;
const edge = 2;

/** A line of the last days beside a number, which says the same in words. */
export function Sparkline({ values }: { readonly values: readonly number[] }) {
  if (values.length < 2) return null;
  const most = Math.max(...values);
  const least = Math.min(0, ...values);
  const range = most - least || 1;
  const points = values.map((value, index) => {
    const x = edge + (index * (width - 2 * edge)) / (values.length - 1);
    const y = height - edge - ((value - least) * (height - 2 * edge)) / range;
    return `${x.toFixed(1)},${y.toFixed(1)}`;
  });
  return (
    <svg width={width} height={height} aria-hidden style={{ flexShrink: 1, minWidth: 0 }}>
      <polyline
        points={points.join(' ')}
        fill="none"
        stroke="light-dark(#0b7f87, #6dc7cd)"
        strokeWidth={2}
        strokeLinejoin="round"
        strokeLinecap="round"
      />
    </svg>
  );
}
