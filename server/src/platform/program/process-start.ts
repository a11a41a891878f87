import { readFileSync } from 'node:fs'

/**
 * Returns the start time of a process in units of the system. With the pid it identifies the
 * process within this boot. Returns 'ended' for a zombie, which does nothing any more. Returns
 * undefined when there is no such process, and on systems other than Linux.
 */
export function processStart(pid: number): string | undefined {
  if (process.platform !== 'linux') return undefined
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The second field is the program's name in parentheses, which may itself contain spaces and
    // parentheses.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    const [state = ''] = fields
    return 'ZX'.includes(state) ? 'ended' : fields[19]
  } catch {
    return undefined
  }
}
