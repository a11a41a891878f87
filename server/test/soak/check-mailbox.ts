import type pg from 'pg'

export type Mailbox = {
  sent: number
  /** A message may be sent twice only if the database was lost before the first send was stored. */
  twice: number
  problems: string[]
}

/** Compares the mails that the service reports as sent with those the mail server received. */
export async function checkMailbox(
  taken: ReadonlyMap<string, number>,
  pool: pg.Pool,
): Promise<Mailbox> {
  const { rows } = await pool.query<{ id: string; status: string }>(
    'select message_id as id, status from emails',
  )
  const known = new Set(rows.map(({ id }) => id))
  const isSent = ({ status }: { status: string }) => status === 'sent'
  const lost = rows.filter((mail) => isSent(mail) && !taken.has(mail.id))
  const unknown = [...taken.keys()].filter((id) => !known.has(id))
  return {
    sent: rows.filter(isSent).length,
    twice: [...taken.values()].filter((times) => times > 1).length,
    problems: [
      ...lost.map(({ id }) => `the mail ${id} is said to be sent and never arrived`),
      ...unknown.map((id) => `the mail ${id} arrived and is not in the books`),
    ],
  }
}
