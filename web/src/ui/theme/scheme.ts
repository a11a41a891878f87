import type { MantineColorScheme, MantineColorSchemeManager } from '@mantine/core'

/** The HTML reads the same key before the first paint. */
const KEY = 'piecework-scheme'

const parse = (text: string | null): MantineColorScheme =>
  text === 'light' || text === 'dark' ? text : 'auto'

/** Stores the light or dark scheme in this browser; neither means the system's scheme. */
export function createSchemeManager(): MantineColorSchemeManager {
  let onChange: ((event: StorageEvent) => void) | undefined
  const unsubscribe = () => {
    if (onChange) removeEventListener('storage', onChange)
    onChange = undefined
  }
  return {
    get: () => parse(read()),
    set: (scheme) => write(scheme),
    subscribe: (update) => {
      onChange = ({ key, newValue }) => {
        if (key === KEY) update(parse(newValue))
      }
      addEventListener('storage', onChange)
    },
    unsubscribe,
    clear: () => write('auto'),
  }
}

/** If the browser forbids storage, the choice lasts until the page is left. */
function read(): string | null {
  try {
    return localStorage.getItem(KEY)
  } catch {
    return null
  }
}

function write(scheme: MantineColorScheme): void {
  try {
    localStorage.setItem(KEY, scheme)
  } catch {
    // Storage is forbidden.
  }
}
