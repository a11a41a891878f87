import { Stack } from '@mantine/core'
import { Empty } from '../../ui/states/empty.tsx'
import { useOrganization } from '../session/use-organization.ts'
import { StartingPointLinks } from './starting-point-links.tsx'

/** Shown before the first plan: four starting points. */
export function NoPlans() {
  const { may } = useOrganization()
  return (
    <Stack gap={0} pb="lg">
      <Empty title="No plans yet">
        A plan sets what customers pay for the signals of your agents, and which fees apply.
        {may('write') && ' Start from one of these; you can change everything before you save it.'}
      </Empty>
      {may('write') && <StartingPointLinks />}
    </Stack>
  )
}
