import { Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Service } from '../../api/api-types.ts'
import { serviceQuery } from '../../api/services.ts'
import { Section } from '../../ui/layout/section.tsx'
import { SidePanel } from '../../ui/layout/side-panel.tsx'
import { LinesSkeleton } from '../../ui/states/lines-skeleton.tsx'
import { Problem } from '../../ui/states/problem.tsx'
import { formatDay } from '../../ui/values/dates.ts'
import { ModelLink } from '../profit/model-link.tsx'
import { useOrganization } from '../session/use-organization.ts'
import { catalogRates } from './catalog-rates.ts'
import { OwnRates } from './own-rates.tsx'
import { PriceInForce, type Shown } from './price-in-force.tsx'
import { RatesTable } from './rates-table.tsx'

/** Tiers of service that own rates often name. */
const TIERS = ['batch', 'flex', 'priority']

type Props = {
  serviceId: string
  shown: Shown
  onShown: (shown: Shown) => void
  onClose: () => void
}

/** A catalog entry: the price in force on a date, own rates, and the price of the catalog. */
export default function ModelPanel({ serviceId, shown, onShown, onClose }: Props) {
  const { slug } = useOrganization()
  const { data, error, refetch } = useQuery(serviceQuery(slug, serviceId))
  return (
    <SidePanel
      title={data?.canonicalName ?? 'Model'}
      about={data?.provider}
      row={serviceId}
      onClose={onClose}
    >
      {error && <Problem error={error} onRetry={() => void refetch()} />}
      {data === undefined && !error && <LinesSkeleton lines={8} />}
      {data === null && <Text>The catalog has no entry with this id.</Text>}
      {data && (
        <Stack gap="lg">
          <PriceInForce
            service={data}
            unit={unitOf(data)}
            tiers={tiersOf(data, shown.tier)}
            shown={shown}
            onShown={onShown}
          />
          <OwnRates service={data} />
          {!data.isApi && (
            <Text size="sm">
              <ModelLink
                of={{}}
                model={`${data.provider}/${data.canonicalName}`}
                name="Margin of this model"
              />
            </Text>
          )}
          <Section title="Catalog price" about={aboutOf(data)}>
            <RatesTable label="Rates of the catalog" columns={catalogRates(data)} />
          </Section>
        </Stack>
      )}
    </SidePanel>
  )
}

function tiersOf({ serviceTiers }: Service, shown: string | undefined): string[] {
  const published = serviceTiers.map(({ serviceTier }) => serviceTier)
  return [...new Set([...TIERS, ...published, ...(shown === undefined ? [] : [shown])])]
}

const unitOf = ({ costUnit }: Pick<Service, 'costUnit'>) => `US dollars ${costUnit}`

/** Returns the unit and the conditions of the rates: "US dollars per million tokens, since 1 Jan 2026." */
function aboutOf({ costUnit, effectiveFrom, dailyWindow }: Service): string {
  const parts = [
    unitOf({ costUnit }),
    ...(effectiveFrom === null ? [] : [`since ${formatDay(effectiveFrom.slice(0, 10))}`]),
    ...(dailyWindow === null ? [] : [`from ${dailyWindow.from} to ${dailyWindow.to} UTC`]),
  ]
  return `${parts.join(', ')}.`
}
