import { create } from 'zustand';

/** State of the left menu, which loads who is signed in at each opening. */
interface DrawerState {
  isOpen: boolean;
  openings: number;
  setOpen: (isOpen: boolean) => void;
}

export const useDrawer = create<DrawerState>()((set) => ({
  isOpen: false,
  openings: 0,
  setOpen: (isOpen) => set((state) => ({ isOpen, openings: state.openings + (isOpen ? 1 : 0) })),
}));
