import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core'

/** The accent colour: links, focus, the primary action and the first series of a chart. */
const indigo: MantineColorsTuple = [
  '#eef0fd',
  '#dde1fb',
  '#bcc3f6',
  '#98a3f1',
  '#8592ee',
  '#6472e2',
  '#5462d8',
  '#4a58cf',
  '#4453c9',
  '#3745ab',
]

const gray: MantineColorsTuple = [
  '#f8f8f9',
  '#f1f1f3',
  '#e6e7ea',
  '#d8d9de',
  '#c3c5cc',
  '#9b9ea8',
  '#757985',
  '#5a5e6a',
  '#3e414b',
  '#1f2128',
]

const dark: MantineColorsTuple = [
  '#e4e5e9',
  '#a9acb6',
  '#8d919c',
  '#6c707c',
  '#3a3d46',
  '#2b2d35',
  '#212329',
  '#17181d',
  '#111216',
  '#0c0d10',
]

const label = { fz: 13, fw: 500, mb: 4 }
const small = { fz: 12 }
const field = { size: 'sm', labelProps: label, descriptionProps: small, errorProps: small } as const
const input = {
  ...field,
  // The description is below the input, so that the inputs of a row are in one line.
  inputWrapperOrder: ['label', 'input', 'description', 'error'],
  // Leaves room for the focus ring.
  descriptionProps: { ...small, mt: 6 },
}

export const theme = createTheme({
  primaryColor: 'indigo',
  primaryShade: { light: 8, dark: 6 },
  autoContrast: true,
  luminanceThreshold: 0.36,
  colors: { indigo, gray, dark },
  white: '#ffffff',
  black: '#16171d',
  defaultRadius: 4,
  cursorType: 'pointer',
  fontFamily:
    'Inter, "Inter Fallback", "Inter Fallback Wide", system-ui, -apple-system, sans-serif',
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
  fontSizes: { xs: '12px', sm: '13px', md: '14px', lg: '16px', xl: '20px' },
  lineHeights: { xs: '1.4', sm: '1.45', md: '1.5', lg: '1.5', xl: '1.3' },
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '24px', xl: '32px' },
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '20px', lineHeight: '1.3' },
      h2: { fontSize: '16px', lineHeight: '1.4' },
      h3: { fontSize: '14px', lineHeight: '1.5' },
    },
  },
  // Does not use `Button.extend` and similar, which would add all these components to every first
  // load.
  components: {
    Button: { defaultProps: { size: 'compact-md', fw: 500 } },
    Badge: {
      defaultProps: { variant: 'outline', tt: 'none', fw: 500, size: 'md' },
      // A truncated word is useless.
      styles: { root: { flex: 'none', minWidth: 'max-content', verticalAlign: 'middle' } },
    },
    TextInput: { defaultProps: input },
    PasswordInput: { defaultProps: input },
    Textarea: { defaultProps: input },
    NativeSelect: { defaultProps: input },
    DateInput: { defaultProps: input },
    Autocomplete: { defaultProps: input },
    Select: { defaultProps: { ...input, checkIconPosition: 'right' } },
    Checkbox: { defaultProps: { size: 'sm' } },
    Radio: { defaultProps: { size: 'sm', styles: { description: { fontSize: 12 } } } },
    RadioGroup: { defaultProps: field },
    Modal: {
      defaultProps: {
        centered: true,
        shadow: 'none',
        transitionProps: { duration: 100 },
        overlayProps: { backgroundOpacity: 0.4 },
        styles: {
          // In the dark scheme a dialog has the colour of the page.
          content: { border: '1px solid var(--piecework-line)' },
          // A name of many lines stays readable, and the button to close at the top.
          title: { fontWeight: 600, fontSize: 16, lineHeight: 1.5, overflowWrap: 'anywhere' },
          header: { alignItems: 'flex-start' },
        },
        // The page has its own header landmark.
        attributes: { header: { role: 'presentation' } },
      },
    },
    Menu: { defaultProps: { shadow: 'none', transitionProps: { duration: 100 } } },
    Tooltip: {
      defaultProps: { openDelay: 200, fz: 12, multiline: true, maw: 320 },
    },
    Alert: {
      defaultProps: { variant: 'default' },
      // The component clips overflow, so long names are broken instead.
      styles: { body: { minWidth: 0 }, message: { overflowWrap: 'anywhere' } },
    },
    // In the dark scheme it has the colour of the page.
    SegmentedControl: { styles: { root: { border: '1px solid var(--piecework-line)' } } },
    Skeleton: { defaultProps: { radius: 4 } },
    // Flat: a thicker line on one side would look like an old-fashioned button.
    Kbd: { styles: { root: { borderBottomWidth: 1, fontWeight: 500 } } },
  },
})

/** Replaces the library's greys where their contrast is too low (WCAG AA). */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': gray[7],
    '--mantine-color-placeholder': gray[6],
    '--mantine-color-error': '#c0262d',
    '--mantine-color-default-border': gray[3],
    '--mantine-color-anchor': indigo[8],
    '--piecework-line': gray[2],
    '--piecework-hover': gray[1],
    '--piecework-sidebar': gray[0],
  },
  dark: {
    '--mantine-color-body': dark[8],
    '--mantine-color-text': dark[0],
    '--mantine-color-dimmed': dark[1],
    '--mantine-color-placeholder': dark[2],
    '--mantine-color-error': '#ff8087',
    '--mantine-color-default': dark[7],
    '--mantine-color-default-hover': dark[6],
    '--mantine-color-default-border': dark[4],
    '--mantine-color-anchor': indigo[3],
    '--piecework-line': dark[5],
    '--piecework-hover': dark[6],
    '--piecework-sidebar': dark[9],
  },
})
