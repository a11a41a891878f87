import type { Db } from '../../../platform/database.ts'
import { newId } from '../../../platform/id.ts'
import * as queries from './reset-queries.ts'

const DAY_MS = 24 * 60 * 60_000
/** Mails of an account in a day, whoever asks. */
const MAILS_MAX = 5
/** The last two are kept for networks that the account is used from. */
const MAILS_OF_UNKNOWN_MAX = 3
/** One unknown network leaves a mail to the others. */
const MAILS_OF_ONE_UNKNOWN_MAX = 2

type Asked = { userId: string; network: string; isKnown: boolean }

/** Counts a mail with a link in all processes; false when the account gets no further one today. */
export function takeResetMail(
  db: Db,
  { userId, network, isKnown }: Asked,
  now: Date,
): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    if (!(await queries.lockUser(tx, userId))) return false
    const networks = await queries.listMailNetworks(tx, userId, dayBefore(now))
    const own = networks.filter((one) => one === network)
    const hasRoom = isKnown
      ? networks.length < MAILS_MAX
      : networks.length < MAILS_OF_UNKNOWN_MAX && own.length < MAILS_OF_ONE_UNKNOWN_MAX
    if (hasRoom) await queries.insertMail(tx, { id: newId(), userId, network }, now)
    return hasRoom
  })
}

/** Forgets the mails that no limit counts any longer. */
export function pruneResetMails(db: Db, now: Date): Promise<void> {
  return queries.deleteMailsUntil(db, dayBefore(now))
}

const dayBefore = (now: Date) => new Date(now.getTime() - DAY_MS)
