import { amountNumber } from '../../domain/json-amount.ts'
import {
  ACCOUNT_NAMES,
  type AccountCodes,
  LEDGER_ACCOUNTS,
  type LedgerAccount,
} from '../../domain/ledger-accounts.ts'
import { type Decimal, ZERO } from '../../domain/money.ts'
import type { Db } from '../../platform/database.ts'
import { AppError } from '../../platform/errors.ts'
import { type CsvFile, csvFile, csvTable } from '../../platform/http/csv/csv-table.ts'
import { pagesAfter } from '../../platform/http/csv/pages.ts'
import { getSettings } from '../organizations/settings.ts'
import { type Deferral, deferralsOf } from './deferred.ts'
import { type Days, type Entry, listEntries } from './entry-queries.ts'
import { type JournalQuery, JournalRow } from './schemas.ts'

export const JOURNAL_TABLE = csvTable('journal', JournalRow)

const ENTRIES_AT_ONCE = 1_000
const DAY_MS = 24 * 60 * 60_000
const DAYS_MAX = 3_660

type Asked = { organizationId: string; query: JournalQuery }

/**
 * Returns the journal of some days as CSV, in double entry: the entries of documents by day, and at
 * the end of each month that has ended the change of deferred revenue. Throws
 * `dates_reversed`, or `invalid` for more than ten years.
 */
export function journalTable(db: Db, { organizationId, query }: Asked, now: Date): CsvFile {
  const { from, to } = query
  if (to < from) {
    const message = `to ${to} is before from ${from}; swap them`
    throw new AppError('dates_reversed', message, { param: 'to' })
  }
  if (Date.parse(to) - Date.parse(from) > DAYS_MAX * DAY_MS) {
    throw new AppError('invalid', [`to must be at most ${DAYS_MAX} days after from`])
  }
  return csvFile(JOURNAL_TABLE, pagesOf(db, { organizationId, days: { from, to } }, now))
}

async function* pagesOf(
  db: Db,
  { organizationId, days }: { organizationId: string; days: Days },
  now: Date,
): AsyncGenerator<JournalRow[]> {
  const { ledgerAccounts: codes } = await getSettings(db, organizationId)
  for (const { from, to, isWhole } of monthsIn(days)) {
    const entries = pagesAfter(
      (behind?: Entry) =>
        listEntries(db, organizationId, { from, to }, { behind, limit: ENTRIES_AT_ONCE }),
      ENTRIES_AT_ONCE,
    )
    for await (const page of entries) yield page.flatMap((entry) => linesOf(entry, codes))
    if (isWhole && hasEnded(to, now)) {
      const deferrals = await deferralsOf(db, organizationId, to)
      yield deferrals.flatMap((one) => deferralLines(to, one, codes))
    }
  }
}

/** Cuts days into calendar months; `isWhole` if the last day of the month is included. */
function* monthsIn({ from, to }: Days): Generator<Days & { isWhole: boolean }> {
  for (let start = Temporal.PlainDate.from(from); start.toString() <= to; ) {
    const next = start.with({ day: 1 }).add({ months: 1 })
    const last = next.subtract({ days: 1 }).toString()
    yield { from: start.toString(), to: last < to ? last : to, isWhole: last <= to }
    start = next
  }
}

/** Every time zone has passed the end of a day this long after it has ended in UTC. */
const LATEST_ZONE_MS = 12 * 60 * 60_000

const hasEnded = (day: string, now: Date) =>
  day < new Date(now.getTime() - LATEST_ZONE_MS).toISOString().slice(0, 10)

function linesOf(entry: Entry, codes: AccountCodes): JournalRow[] {
  const { date, type: documentType, id: documentId, reference, currency } = entry
  const { customerId, customerName, customerExternalId } = entry
  const customer = { customerId, customerName, customerExternalId }
  return LEDGER_ACCOUNTS.flatMap((account, at) =>
    lineOf(account, entry.amounts[at] ?? ZERO, codes).map((line) => ({
      ...{ date, documentType, documentId, reference, currency },
      ...customer,
      ...line,
    })),
  )
}

function deferralLines(
  lastDay: string,
  { currency, amount }: Deferral,
  codes: AccountCodes,
): JournalRow[] {
  const customer = { customerId: null, customerName: null, customerExternalId: null }
  const documentId = lastDay.slice(0, 7)
  return [
    ...lineOf('deferredRevenue', amount.neg(), codes),
    ...lineOf('revenue', amount, codes),
  ].map((line) => ({
    ...{ date: lastDay, documentType: 'deferral' as const, documentId },
    ...{ reference: `Fees in advance, ${documentId}`, currency },
    ...customer,
    ...line,
  }))
}

type Line = Pick<JournalRow, 'accountCode' | 'accountName' | 'debit' | 'credit'>

/** Returns the line of an amount: a debit if it is positive, none if it is zero. */
function lineOf(account: LedgerAccount, amount: Decimal, codes: AccountCodes): Line[] {
  if (amount.eq(ZERO)) return []
  const isDebit = amount.gt(ZERO)
  return [
    {
      accountCode: codes[account],
      accountName: ACCOUNT_NAMES[account],
      debit: isDebit ? amountNumber(amount) : null,
      credit: isDebit ? null : amountNumber(amount.neg()),
    },
  ]
}
