import { SimpleGrid, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useOrganization } from '../session/use-organization.ts'
import classes from './plans.module.css'
import { START_NAMES } from './start-names.ts'
import { STARTS } from './starting-points.ts'

/** Links to the four starting points of a plan, each with its price as a sentence. */
export function StartingPointLinks() {
  const { slug } = useOrganization()
  return (
    <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }} spacing="sm" w="100%">
      {START_NAMES.map((start) => (
        <Link
          key={start}
          to="/o/$slug/plans/new"
          params={{ slug }}
          search={{ start }}
          className={classes.start}
        >
          <Text fw={600}>{STARTS[start].label}</Text>
          <Text size="sm" c="dimmed">
            {STARTS[start].about}
          </Text>
          <Text size="sm">{STARTS[start].example}</Text>
        </Link>
      ))}
    </SimpleGrid>
  )
}
