import { encode } from 'uqr';

interface QrCodeProps {
  /** The encoded text. */
  readonly text: string;
  /** What scanning it does. */
  readonly label: string;
}

/** Modules of light border that scanners need (ISO/IEC 18004). */
const border = 4;
/** CSS pixels: about four for each module of an address with its token. */
const width = 232;

/** A QR code. It is dark on light in both colour schemes: many scanners read no inverted code. */
export function QrCode({ text, label }: QrCodeProps) {
  const { size, data } = encode(text, { ecc: 'M', border });
  const path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      style={{ width, maxWidth: '100%', height: 'auto', display: 'block', borderRadius: 4 }}
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
