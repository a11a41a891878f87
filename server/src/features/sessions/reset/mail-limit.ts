import type { Db } from '../../../platform/database.ts'
import { newId } from '../../../platform/id.ts'
import * as queries from './reset-queries.ts'

const DAY_MS = 24 * 60 * 60_000
/** Mails of an account per day, from all networks. */
const MAILS_MAX = 5
/**
 * All unknown networks together; the remaining mails are reserved for networks that the account
 * uses.
 */
const MAILS_OF_UNKNOWN_MAX = 3
/** Per unknown network, so that other unknown networks get a mail too. */
const MAILS_OF_ONE_UNKNOWN_MAX = 2

type Asked = { userId: string; network: string; isKnown: boolean }

/**
 * Counts a mail with a link, across all processes; false when the account has reached its daily
 * limit.
 */
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

/** Deletes records of mails that no limit counts any longer. */
export function pruneResetMails(db: Db, now: Date): Promise<void> {
  return queries.deleteMailsUntil(db, dayBefore(now))
}

const dayBefore = (now: Date) => new Date(now.getTime() - DAY_MS)
