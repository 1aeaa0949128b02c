PROLOGUE = ""
def generate(seed):
    raise NotImplementedError
