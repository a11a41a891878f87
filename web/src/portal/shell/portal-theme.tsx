import {
  defaultVariantColorsResolver,
  MantineThemeProvider,
  type VariantColorsResolver,
} from '@mantine/core'
import type { ReactNode } from 'react'

/** The text colour on the accent depends on the accent, which is known only at runtime. */
const variantColorResolver: VariantColorsResolver = (input) => {
  const colors = defaultVariantColorsResolver(input)
  const isAccent = input.variant === 'filled' && input.color === input.theme.primaryColor
  return isAccent ? { ...colors, color: 'var(--mantine-primary-color-contrast)' } : colors
}

const theme = {
  variantColorResolver,
  // Large enough for touch.
  components: { Button: { defaultProps: { size: 'sm', fw: 500 } } },
}

/** The base theme with the portal's additions. */
export function PortalTheme({ children }: { children: ReactNode }) {
  return <MantineThemeProvider theme={theme}>{children}</MantineThemeProvider>
}
