import { Group, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { PageTitle } from './page-title.tsx'

type Props = {
  title: string
  /** One sentence about this page. */
  about?: ReactNode
  /** The main action of the page. */
  action?: ReactNode
  children: ReactNode
}

/** Layout of a page inside the shell. */
export function Page({ title, about, action, children }: Props) {
  return (
    <Stack gap="md">
      <Group justify="space-between" align="flex-start" gap="sm">
        <Stack gap={2} maw={640}>
          <PageTitle>{title}</PageTitle>
          {about && <Text c="dimmed">{about}</Text>}
        </Stack>
        {action}
      </Group>
      {children}
    </Stack>
  )
}
