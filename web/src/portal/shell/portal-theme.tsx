import {
  defaultVariantColorsResolver,
  MantineThemeProvider,
  type VariantColorsResolver,
} from '@mantine/core'
import type { ReactNode } from 'react'

/** Text on the accent is what the accent needs, which is known only while the page runs. */
const variantColorResolver: VariantColorsResolver = (input) => {
  const colors = defaultVariantColorsResolver(input)
  const isAccent = input.variant === 'filled' && input.color === input.theme.primaryColor
  return isAccent ? { ...colors, color: 'var(--mantine-primary-color-contrast)' } : colors
}

const theme = {
  variantColorResolver,
  // Thumbs press these.
  components: { Button: { defaultProps: { size: 'sm', fw: 500 } } },
}

/** The look of the house with what the portal needs besides. */
export function PortalTheme({ children }: { children: ReactNode }) {
  return <MantineThemeProvider theme={theme}>{children}</MantineThemeProvider>
}
