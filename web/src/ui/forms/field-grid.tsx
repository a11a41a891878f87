import { SimpleGrid } from '@mantine/core'
import type { ReactNode } from 'react'

/** Fields in two columns, aligned at their labels. */
export function FieldGrid({ children }: { children: ReactNode }) {
  return (
    <SimpleGrid
      cols={{ base: 1, sm: 2 }}
      spacing="md"
      verticalSpacing="md"
      style={{ alignItems: 'start' }}
    >
      {children}
    </SimpleGrid>
  )
}
