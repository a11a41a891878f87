import { Stack } from '@mantine/core'
import { Empty } from '../../ui/states/empty.tsx'
import { useOrganization } from '../session/use-organization.ts'
import { StartingPointLinks } from './starting-point-links.tsx'

/** Before the first plan: the four ways in which one can begin. */
export function NoPlans() {
  const { may } = useOrganization()
  return (
    <Stack gap={0} pb="lg">
      <Empty title="No plans yet">
        A plan says what the signals of your agents cost a customer, and which fees there are.
        {may('write') && ' Begin with one of these; everything can be changed before it is saved.'}
      </Empty>
      {may('write') && <StartingPointLinks />}
    </Stack>
  )
}
