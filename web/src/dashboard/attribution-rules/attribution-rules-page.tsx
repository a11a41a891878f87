import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { attributionRulesQuery } from '../../api/attribution-rules.ts'
import { Page } from '../../ui/layout/page.tsx'
import { Empty } from '../../ui/states/empty.tsx'
import { DataTable } from '../../ui/table/data-table.tsx'
import { isFirstUse } from '../../ui/table/first-use.ts'
import { AllowedButton } from '../session/allowed-button.tsx'
import { useOrganization } from '../session/use-organization.ts'
import { ruleColumns } from './rule-columns.tsx'

const AddRuleDialog = lazy(() => import('./add-rule-dialog.tsx'))

/** All attribution rules, in the order in which they are tried. */
export function AttributionRulesPage() {
  const { slug } = useOrganization()
  const [isAdding, setAdding] = useState(false)
  const query = useQuery(attributionRulesQuery(slug))
  const isEmpty = isFirstUse(query, false)
  const add = (
    <AllowedButton permission="write" onClick={() => setAdding(true)}>
      Add a rule
    </AllowedButton>
  )
  return (
    <Page
      title="Attribution rules"
      about="Rules give a run its customer, agent or signal by an attribute of its spans. The first rule that matches decides."
      action={isEmpty ? undefined : add}
    >
      <DataTable
        name="Attribution rules"
        columns={ruleColumns(query.data?.results ?? [])}
        rowKey={({ id }) => id}
        query={query}
        pages={null}
        empty={
          <Empty title="No attribution rules yet" action={add}>
            Spans can name their customer in piecework.customer. A rule takes it from another
            attribute that your traces have already, such as tenant.id. You see first which runs it
            matches.
          </Empty>
        }
      />
      <Suspense>{isAdding && <AddRuleDialog onClose={() => setAdding(false)} />}</Suspense>
    </Page>
  )
}
