import { Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { demoQuery } from '../../../api/demo.ts'
import { Section } from '../../../ui/layout/section.tsx'
import { useOrganization } from '../../session/use-organization.ts'
import { DemoProgress } from './demo-progress.tsx'
import { RemoveDemo } from './remove-demo.tsx'

/** Shown at the bottom of the demo's own home page. */
export default function DemoWithin() {
  const { slug } = useOrganization()
  const { data: demo } = useQuery(demoQuery(slug))
  if (demo?.organization?.slug !== slug) return null
  return (
    <Section title="This is a demo" about="Its customers, usage and payments are sample data.">
      <DemoProgress demo={demo} />
      <Group>
        <RemoveDemo />
      </Group>
    </Section>
  )
}
