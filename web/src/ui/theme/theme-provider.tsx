import '@mantine/core/styles.layer.css'
import './inter/inter.css'
import './theme.css'
import { MantineProvider } from '@mantine/core'
import { setNonce } from 'get-nonce'
import type { ReactNode } from 'react'
import { createSchemeManager } from './scheme.ts'
import { cssVariables, theme } from './theme.ts'

const nonce = document.querySelector('meta[name="style-nonce"]')?.getAttribute('content') ?? ''
// The nonce of this page permits styles created at runtime, including those of dialogs that lock
// scrolling.
setNonce(nonce)
const scheme = createSchemeManager()

export function ThemeProvider({ children }: { children: ReactNode }) {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      colorSchemeManager={scheme}
      defaultColorScheme="auto"
      getStyleNonce={() => nonce}
    >
      {children}
    </MantineProvider>
  )
}
