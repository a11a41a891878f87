/** `mail`: the document is attached to an email. `reader`: a user waits for it. */
export type Urgency = 'mail' | 'reader'

/**
 * After this many emails in a row one reader has a turn, so that the emails of a month's first day
 * do not block readers.
 */
const MAILS_IN_A_ROW = 4

export type RenderQueue = {
  /** Runs one task at a time, emails first. Returns undefined when `most` readers already wait. */
  add: <T>(urgency: Urgency, task: () => Promise<T>) => Promise<T> | undefined
}

export function createRenderQueue(most: number): RenderQueue {
  const waiting: Record<Urgency, (() => void)[]> = { mail: [], reader: [] }
  let isBusy = false
  let mailsInARow = 0

  /** Starts the next task without becoming idle, so that a new task cannot overtake it. */
  function passOn(): void {
    const isReadersTurn = mailsInARow >= MAILS_IN_A_ROW && waiting.reader.length > 0
    const urgency: Urgency = waiting.mail.length > 0 && !isReadersTurn ? 'mail' : 'reader'
    const next = waiting[urgency].shift()
    mailsInARow = urgency === 'mail' ? mailsInARow + 1 : 0
    if (next) next()
    else isBusy = false
  }

  async function run<T>(urgency: Urgency, task: () => Promise<T>): Promise<T> {
    if (isBusy) await new Promise<void>((resolve) => waiting[urgency].push(resolve))
    isBusy = true
    try {
      return await task()
    } finally {
      passOn()
    }
  }
  return {
    add: (urgency, task) => {
      if (urgency === 'reader' && waiting.reader.length >= most) return undefined
      return run(urgency, task)
    },
  }
}
