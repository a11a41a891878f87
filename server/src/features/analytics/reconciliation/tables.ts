import type { Db } from '../../../platform/database.ts'
import { type CsvFile, csvFile, csvTable } from '../../../platform/http/csv/csv-table.ts'
import { mapPages, onePage } from '../../../platform/http/csv/pages.ts'
import { allDifferences } from '../../books/run-checks.ts'
import { withExternalIds } from '../../customers/external-ids.ts'
import { parseWindow } from '../../usage-figures/window.ts'
import { ALL_CHECKS, LATEST, reconciliation } from './reconciliation.ts'
import { CheckRow, DifferenceRow, type ReconciliationQuery } from './schemas.ts'

const DIFFERENCES = csvTable('differences', DifferenceRow)
const CHECKS = csvTable('checks', CheckRow)
export const RECONCILIATION_TABLES = [DIFFERENCES, CHECKS]

/** Maximum number of differences per customer and check; more of one kind share a cause. */
const LISTED = 10_000

/** Returns a table of a reconciliation: the differing rows, or the checks with their counts. */
export function reconciliationTable(
  db: Db,
  { organizationId, query }: { organizationId: string; query: ReconciliationQuery },
  now: Date,
): CsvFile {
  if (query.table === 'checks') {
    const answer = reconciliation(db, { organizationId, query }, now)
    const rows = answer.then(({ checks }) =>
      checks.map(({ differences, ...check }) => ({ ...check, differences: differences.length })),
    )
    return csvFile(CHECKS, onePage(rows))
  }
  const { customerId } = query
  const scope = { organizationId, customerId, window: parseWindow(query, now) }
  const checking = { ...scope, checks: ALL_CHECKS, latest: LATEST, limit: LISTED }
  return csvFile(
    DIFFERENCES,
    mapPages(allDifferences(db, checking), (rows) => withExternalIds(db, organizationId, rows)),
  )
}
