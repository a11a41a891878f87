import { Group, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import icon from '../brand/icon.svg'
import classes from './centered.module.css'
import { PageTitle } from './page-title.tsx'

type Props = { title: string; children: ReactNode; foot?: ReactNode }

/** A page without navigation, such as before sign-in. */
export function Centered({ title, children, foot }: Props) {
  return (
    <main className={classes.page}>
      <Stack gap="lg" className={classes.column}>
        <Group gap={8}>
          <img src={icon} alt="" width={24} height={24} />
          <Text fw={600}>Piecework</Text>
        </Group>
        <Stack gap="md">
          <PageTitle>{title}</PageTitle>
          {children}
        </Stack>
        {foot}
      </Stack>
    </main>
  )
}
