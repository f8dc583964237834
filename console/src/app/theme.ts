import { type CSSVariablesResolver, createTheme, Loader, type MantineColorsTuple } from '@mantine/core';

/** White on shade 7 has a contrast of 4.8. */
const lake: MantineColorsTuple = [
  '#e5f7f8',
  '#cfecee',
  '#a0dade',
  '#6dc7cd',
  '#45b7be',
  '#2badb5',
  '#17959d',
  '#0b7f87',
  '#04686f',
  '#004f55',
];

/** Greys of the dark theme, tinted with the blue of its surfaces. */
const dark: MantineColorsTuple = [
  '#d5dde1',
  '#bcc7cc',
  '#93a0a7',
  '#65737a',
  '#414d53',
  '#2f393e',
  '#242c30',
  '#1c2225',
  '#171c1f',
  '#12171a',
];

export const theme = createTheme({
  colors: { lake, dark },
  primaryColor: 'lake',
  primaryShade: 7,
  // The last fonts provide the Devanagari script; Latin letters come from those before.
  fontFamily:
    '"Inter Variable", system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif, "Noto Sans Devanagari", "Kohinoor Devanagari", "Nirmala UI", Mangal',
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
  defaultRadius: 'md',
  focusRing: 'auto',
  respectReducedMotion: true,
  fontWeights: { regular: '400', medium: '500', bold: '600' },
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '1.625rem', lineHeight: '1.25' },
      h2: { fontSize: '1.625rem', lineHeight: '1.25' },
      h3: { fontSize: '1.25rem', lineHeight: '1.35' },
      h4: { fontSize: '1rem', lineHeight: '1.45' },
      h5: { fontSize: '0.875rem', lineHeight: '1.5' },
    },
  },
  // Its element is a span, which may have a label only with a role.
  components: { Loader: Loader.extend({ defaultProps: { role: 'img' } }) },
});

/** Mantine's own dimmed and error texts have a contrast of 3.3, and placeholders of 2. */
export const readableVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': '#55616a',
    '--mantine-color-error': '#c92a2a',
    '--mantine-color-placeholder': '#606c75',
  },
  dark: {
    '--mantine-color-dimmed': '#a6b1b7',
    '--mantine-color-error': '#ff9c9c',
    '--mantine-color-placeholder': '#98a3a9',
  },
});
