import type { Logger } from '../log.ts'
import { onceEach } from './once-each.ts'

export type Warnings = (texts: readonly string[]) => void

/** Logs what the service says of stored records, such as a misspelled field: each text once. */
export function createWarnings(logger: Logger): Warnings {
  const tell = onceEach(
    (text) => logger.warn(text),
    'Usage records have further warnings, which are not logged',
  )
  return (texts) => {
    for (const text of texts) tell(`A usage record has a warning: ${text}`)
  }
}
