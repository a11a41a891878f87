import { Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { portalSubscriptionsQuery } from '../../api/portal.ts'
import { Empty } from '../../ui/states/empty.tsx'
import { Loaded } from '../../ui/states/loaded.tsx'
import { PortalPage } from '../shell/portal-page.tsx'
import { SubscriptionCard } from './subscription-card.tsx'

const HEIGHT = 240

export function SubscriptionsPage() {
  const query = useQuery(portalSubscriptionsQuery)
  return (
    <PortalPage title="Subscriptions">
      <Loaded query={query} height={HEIGHT}>
        {({ results }) =>
          results.length === 0 ? (
            <Empty title="No subscriptions">Your subscriptions will appear here.</Empty>
          ) : (
            <Stack gap="md">
              {results.map((one) => (
                <SubscriptionCard key={one.id} subscription={one} />
              ))}
            </Stack>
          )
        }
      </Loaded>
    </PortalPage>
  )
}
