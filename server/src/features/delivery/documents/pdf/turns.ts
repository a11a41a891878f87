/** `mail`: the document goes out with a mail. `reader`: a person waits for it. */
export type Urgency = 'mail' | 'reader'

/** After so many mails in a row one reader has a turn, so that the first of a month does not lock readers out. */
const MAILS_IN_A_ROW = 4

export type Turns = {
  /** Runs one task at a time, those of mails first. Undefined if `most` readers wait already. */
  take: <T>(urgency: Urgency, task: () => Promise<T>) => Promise<T> | undefined
}

export function createTurns(most: number): Turns {
  const waiting: Record<Urgency, (() => void)[]> = { mail: [], reader: [] }
  let isBusy = false
  let mailsInARow = 0

  /** Hands the turn over without ending it, so that no newcomer comes between. */
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
    take: (urgency, task) => {
      if (urgency === 'reader' && waiting.reader.length >= most) return undefined
      return run(urgency, task)
    },
  }
}
