import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { testClockQuery } from '../../api/test-clock.ts'
import { Page } from '../../ui/layout/page.tsx'
import { Empty } from '../../ui/states/empty.tsx'
import { Loaded } from '../../ui/states/loaded.tsx'
import { useOrganization } from '../session/use-organization.ts'
import { useSession } from '../session/use-session.ts'
import { ClockControls } from './clock-controls.tsx'

const HEIGHT = 480

/**
 * Page of the test clock, which moves business time forward and processes in order everything that
 * falls due.
 */
export function TestClockPage() {
  const { slug } = useOrganization()
  const { environment } = useSession()
  const isTest = environment === 'test'
  const query = useQuery({ ...testClockQuery(slug), enabled: isTest })
  return (
    <Page
      title="Test clock"
      about="Moves the business time of this organization forward and processes everything that becomes due on the way: subscriptions start, periods are invoiced, invoices become overdue."
    >
      {isTest ? (
        <Loaded query={query} height={HEIGHT}>
          {(clock) => <ClockControls clock={clock} />}
        </Loaded>
      ) : (
        <Empty title="Only available in a test deployment">
          <Text span>This deployment is live and uses real time.</Text>
        </Empty>
      )}
    </Page>
  )
}
