import { readFileSync } from 'node:fs'

/**
 * When a process started, in the system's own units: with its pid it tells a process from all others
 * of this boot. 'ended' for one that nobody has collected yet: it will do nothing any more.
 * Undefined when there is none, and everywhere but on Linux.
 */
export function processStart(pid: number): string | undefined {
  if (process.platform !== 'linux') return undefined
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The second field is the program's name in parentheses, which may itself hold any of these.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    const [state = ''] = fields
    return 'ZX'.includes(state) ? 'ended' : fields[19]
  } catch {
    return undefined
  }
}
