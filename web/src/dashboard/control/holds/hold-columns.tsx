import type { Hold } from '../../../api/api-types.ts'
import { StateBadge } from '../../../ui/states/state-badge.tsx'
import type { Column } from '../../../ui/table/column.ts'
import { Cost } from '../../../ui/values/cost.tsx'
import { Timestamp } from '../../../ui/values/timestamp.tsx'
import { CustomerName, WorkName } from '../names.tsx'
import { RunEventsLink } from '../run-link.tsx'
import { HoldMenu } from './hold-menu.tsx'

export const HOLD_COLUMNS: readonly Column<Hold>[] = [
  { header: 'Run', isKey: true, share: 24, cell: ({ runId }) => <RunEventsLink runId={runId} /> },
  {
    header: 'Customer',
    share: 20,
    cell: ({ customerId }) => <CustomerName customerId={customerId} />,
    isOffPhone: true,
  },
  { header: 'Agent', share: 20, cell: (hold) => <WorkName {...hold} />, isOffPhone: true },
  {
    header: 'May cost',
    cell: ({ authorizedCostUsd }) => <Cost value={authorizedCostUsd} />,
    isFigure: true,
    isOffPhone: true,
    width: 110,
  },
  {
    header: 'Cost so far',
    cell: ({ costSoFarUsd }) => <Cost value={costSoFarUsd} />,
    isFigure: true,
    isOffPhone: true,
    width: 110,
  },
  {
    header: 'Held',
    cell: ({ heldCostUsd }) => <Cost value={heldCostUsd} />,
    isFigure: true,
    width: 110,
  },
  { header: 'Until', cell: (hold) => <Until hold={hold} />, width: 150, isOffPhone: true },
  {
    header: 'Actions',
    isHeaderHidden: true,
    cell: (hold) => <HoldMenu hold={hold} />,
    width: 48,
  },
]

/** When a hold ends. With an event of unknown cost it is held until the cost is known. */
function Until({ hold: { uncostedEvents, expiresAt } }: { hold: Hold }) {
  if (uncostedEvents > 0) return <StateBadge tone="waiting" label="Cost is known" />
  return <Timestamp at={expiresAt} as="distance" />
}
