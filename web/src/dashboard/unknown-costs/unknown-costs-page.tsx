import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import type { UncostedModel } from '../../api/api-types.ts'
import { uncostedQuery } from '../../api/events.ts'
import { Page } from '../../ui/layout/page.tsx'
import { Empty } from '../../ui/states/empty.tsx'
import { DataTable } from '../../ui/table/data-table.tsx'
import { formatCount } from '../../ui/values/money.ts'
import { useOrganization } from '../session/use-organization.ts'
import { EventsWithoutTokens } from './events-without-tokens.tsx'
import { type Priced, PricedNotice } from './priced-notice.tsx'
import { unknownCostColumns } from './unknown-cost-columns.tsx'
import type { UnknownCostsSearch } from './unknown-costs-search.ts'

const GroupPanel = lazy(() => import('./group-panel.tsx'))
const SetCostRateDialog = lazy(() => import('../cost-rates/set-cost-rate-dialog.tsx'))

type Props = { search: UnknownCostsSearch; onSearch: (search: UnknownCostsSearch) => void }

/** Models without a rate, sorted by number of events, descending. */
export function UnknownCostsPage({ search: { model, provider }, onSearch }: Props) {
  const { slug } = useOrganization()
  const query = useQuery(uncostedQuery(slug))
  const [pricing, setPricing] = useState<UncostedModel>()
  const [priced, setPriced] = useState<Priced>()
  const groups = query.data?.groups
  const isOpen = model !== undefined && provider !== undefined
  const total = query.data?.totalEvents ?? 0
  return (
    <Page title="Unknown costs" about={aboutOf(total)}>
      {priced && <PricedNotice priced={priced} />}
      <DataTable
        name="Models without a rate"
        columns={unknownCostColumns(setPricing)}
        rowKey={keyOf}
        query={{ ...query, data: groups && { results: groups } }}
        openRow={isOpen ? keyOf({ model, provider }) : undefined}
        pages={null}
        empty={
          <Empty title="Every event has a cost">
            Models that are not in the catalog appear here, with suggested catalog entries.
          </Empty>
        }
      />
      {query.data && <EventsWithoutTokens withoutTokens={query.data.withoutTokens} />}
      <Suspense>
        {isOpen && (
          <GroupPanel
            key={keyOf({ model, provider })}
            model={model}
            provider={provider}
            row={keyOf({ model, provider })}
            group={groups?.find((one) => keyOf(one) === keyOf({ model, provider }))}
            isKnown={groups !== undefined}
            onSetPrice={setPricing}
            onClose={() => onSearch({})}
          />
        )}
        {pricing && (
          <SetCostRateDialog
            title="Set a price"
            known={{ model: pricing.model, modelProvider: pricing.provider }}
            onSet={(rate) => {
              setPriced({ rate, group: pricing })
              if (isOpen) onSearch({})
            }}
            onClose={() => setPricing(undefined)}
          />
        )}
      </Suspense>
    </Page>
  )
}

function aboutOf(total: number): string {
  if (total === 0) return 'Events without a cost, because the catalog has no rate for their model.'
  if (total === 1)
    return '1 event without a cost is not included in margins. Map its model to a catalog entry, or set a price.'
  return `${formatCount(total)} events without a cost are not included in margins. Map each model to a catalog entry, or set a price.`
}

const keyOf = ({ provider, model }: Pick<UncostedModel, 'provider' | 'model'>) =>
  `${provider}/${model}`
