import { Button } from '@mantine/core'
import { useSignOut } from './use-sign-out.ts'

export function SignOutButton() {
  const { mutate, isPending } = useSignOut()
  return (
    <Button variant="default" loading={isPending} onClick={() => mutate()}>
      Sign out
    </Button>
  )
}
