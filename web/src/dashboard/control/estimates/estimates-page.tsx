import { useQuery } from '@tanstack/react-query'
import { suggestionsQuery } from '../../../api/guard.ts'
import { Page } from '../../../ui/layout/page.tsx'
import { Empty } from '../../../ui/states/empty.tsx'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { useOrganization } from '../../session/use-organization.ts'
import { ESTIMATE_COLUMNS } from './estimate-columns.tsx'

/** What runs were estimated to cost and what they cost, with a suggestion for the next ones. */
export function EstimatesPage() {
  const { slug } = useOrganization()
  const query = useQuery(suggestionsQuery(slug))
  return (
    <Page
      title="Estimates"
      about="What the last 200 runs of each agent and signal were estimated to cost, and what they cost. 19 of 20 cost at most the suggested estimate."
    >
      <DataTable
        name="Estimates"
        columns={ESTIMATE_COLUMNS}
        rowKey={({ agentId, signalId }) => `${agentId} ${signalId}`}
        query={query}
        pages={null}
        empty={
          <Empty title="No finished runs yet">
            Runs that asked before they started, and whose outcome was recorded, are compared with
            their estimates here.
          </Empty>
        }
      />
    </Page>
  )
}
