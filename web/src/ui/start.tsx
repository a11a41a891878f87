import { type ReactNode, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { ThemeProvider } from './theme/theme-provider.tsx'
import { copyExactly } from './values/copy-exactly.ts'

const RELOADED = 'piecework-reloaded-at'
const AGAIN_AFTER_MS = 60_000

/** Mounts an application in the page. */
export function start(application: ReactNode): void {
  reloadWhenReplaced()
  document.addEventListener('copy', copyExactly)
  const root = document.getElementById('app')
  if (root === null) throw new Error('The page has no element #app')
  createRoot(root).render(
    <StrictMode>
      <ThemeProvider>{application}</ThemeProvider>
    </StrictMode>,
  )
}

/** Reloads an open page whose files were replaced by an upgrade, at most once a minute. */
function reloadWhenReplaced(): void {
  addEventListener('vite:preloadError', (event) => {
    const last = Number(sessionStorage.getItem(RELOADED) ?? 0)
    if (Date.now() - last < AGAIN_AFTER_MS) return
    event.preventDefault()
    sessionStorage.setItem(RELOADED, String(Date.now()))
    location.reload()
  })
}
